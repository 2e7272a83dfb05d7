import type { Lane } from '@bindings';
import { m } from '@/i18n';

/** The name of a row. */
export function laneLabel({ key, kind, name }: Lane): string {
  if (kind === 'unassigned') return m.lanes_nobody();
  return key === 'own' ? m.load_own() : (name ?? m.lanes_nameless());
}

/** What a row is, under its name. */
export function laneKind({ key, kind }: Lane): string {
  if (key === 'own') return m.load_ownHint();
  const names = {
    subcontractor: () => m.lanes_subcontractor(),
    crew: () => m.lanes_crew(),
    employee: () => m.lanes_employee(),
    unassigned: () => m.lanes_unassigned(),
  };
  return names[kind]();
}
