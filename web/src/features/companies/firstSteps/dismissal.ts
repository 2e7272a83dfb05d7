/** Whether the first steps of a company were dismissed on this device. */
const storageKey = 'ridgeline.firstSteps';

export function isDismissed(companyId: string): boolean {
  try {
    return localStorage.getItem(storageKey) === companyId;
  } catch {
    // Without storage the list is shown again after a reload.
    return false;
  }
}

export function rememberDismissal(companyId: string): void {
  try {
    localStorage.setItem(storageKey, companyId);
  } catch {
    // As above.
  }
}
