export async function openBoard() {
  throw new Error("not yet");
}
