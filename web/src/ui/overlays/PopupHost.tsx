import { useSyncExternalStore } from 'react';

import { PopupBox } from './PopupBox';
import { waitingPopups } from './popups';

/** Renders the current popup. Mounted once, at the root of the app; the start page loads none. */
export function PopupHost() {
  const waiting = useSyncExternalStore(waitingPopups.subscribe, waitingPopups.read);
  const [first] = waiting;
  return first === undefined ? null : <PopupBox key={`${first.title}${waiting.length}`} popup={first} />;
}
