// The end of a race: the podium, and the way to the next race.

/**
 * Show how the race of a room ended.
 * @param {import("./room_page.js").RoomPage} page
 */
export function showPodium(page) {
  void page;
}
