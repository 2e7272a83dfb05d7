/** Lets the browser save what stands at an address, under the name that the server or the caller gives it. */
export function saveAddress(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Hands a file to the user, as a download does. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  saveAddress(address, name);
  // Some browsers fetch what they save a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
