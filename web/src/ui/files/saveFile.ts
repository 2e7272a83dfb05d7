/** Saves the content of a URL as a file, under the name that the server or the caller gives it. */
export function saveUrl(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Saves a file, as a download does. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  saveUrl(address, name);
  // Some browsers fetch what they save a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
