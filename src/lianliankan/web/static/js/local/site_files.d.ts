// What the builder of a site writes before the service worker: the version, and the files with their hashes.

declare const VERSION: string;
declare const FILES: Record<string, string>;
