/** Hands a file to the user, as a download does. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers fetch what they save a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
