import { useSyncExternalStore } from 'react';

import { PopupBox } from './PopupBox';
import { waitingPopups } from './popups';

/** Draws the popup whose turn it is. Stands once, at the root of the app; the start page has none and loads none. */
export function PopupHost() {
  const waiting = useSyncExternalStore(waitingPopups.subscribe, waitingPopups.read);
  const [first] = waiting;
  return first === undefined ? null : <PopupBox key={`${first.title}${waiting.length}`} popup={first} />;
}
