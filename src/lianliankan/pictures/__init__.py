"""Own pictures: read safely, cut to squares, compared, packed, and shown on tiles."""

from lianliankan.pictures.alike import Alike, look_alikes
from lianliankan.pictures.limits import LIMITS, Limits
from lianliankan.pictures.names import label_of, set_name
from lianliankan.pictures.own_faces import LEAST_PICTURES, REST, OwnFaces, Print, data_address
from lianliankan.pictures.refusing import CODES, Code, Refusal, Refused
from lianliankan.pictures.squaring import MEDIA_TYPE, SIDE, SUFFIX, squared
from lianliankan.pictures.taking import Square, take, take_all
from lianliankan.pictures.zips import packed

__all__ = [
    "CODES",
    "LEAST_PICTURES",
    "LIMITS",
    "MEDIA_TYPE",
    "REST",
    "SIDE",
    "SUFFIX",
    "Alike",
    "Code",
    "Limits",
    "OwnFaces",
    "Print",
    "Refusal",
    "Refused",
    "Square",
    "data_address",
    "label_of",
    "look_alikes",
    "packed",
    "set_name",
    "squared",
    "take",
    "take_all",
]
