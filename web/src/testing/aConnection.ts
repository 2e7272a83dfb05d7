/** A connection for tests: values that are not passed have typical defaults. */
import type { Company, Connection, Notification } from '@bindings';

import { jobId } from './aJob';
import { aCompany } from './render';

/** Another company, as its page shows it. */
export const otherCompany: Company = {
  ...aCompany,
  id: jobId(900),
  name: 'Duraguard Coatings',
  location: 'Denver, CO',
  description: 'Silicone and acrylic restoration on TPO, metal and mod-bit.',
  companyType: 'subcontractor',
  numConnections: 18,
  employees: [
    {
      id: jobId(901),
      firstName: 'Ana',
      lastName: 'Cumbre',
      position: 'Owner',
      userType: 'admin',
      location: 'Denver, CO',
    },
  ],
  qualifications: [{ id: jobId(902), qualification: 'OSHA 30' }],
};

/** A connection with another company with this number and name. `sent`: the user's company sent the request. */
export const aConnection = (number: number, name: string, change: Partial<Connection> = {}): Connection => ({
  id: jobId(number),
  senderId: change.sent ? aCompany.id : jobId(number + 1_000),
  recipientId: change.sent ? jobId(number + 1_000) : aCompany.id,
  accepted: false,
  sent: false,
  message: '',
  companyDetails: {
    id: jobId(number + 1_000),
    name,
    location: 'Aurora, CO',
    logoUrl: null,
    companyType: 'subcontractor',
  },
  ...change,
});

/** The notification of a request. */
export const aRequestNotification = (change: Partial<Notification> = {}): Notification => ({
  id: jobId(9),
  title: 'Connection request',
  content: 'Duraguard Coatings wants to connect.',
  route: '/app/connections',
  image: null,
  isNew: true,
  destination: 'connections',
  subject: jobId(10),
  dateInserted: '2026-06-11T15:00:00Z',
  ...change,
});
