/** The values of the assignment form. */
export interface AssignmentForm {
  by: 'connection' | 'crew';
  selectedConnection: string;
  customCrewId: string;
  /** Blank for no lead. */
  customCrewMemberId: string;
}
