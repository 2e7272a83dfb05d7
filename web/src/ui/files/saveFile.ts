/** Saves the content of a URL as a file, with the name from the server or the caller. */
export function saveUrl(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Saves a file as a download. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  saveUrl(address, name);
  // Some browsers read the URL a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
