import type { HelpTexts } from '../topics';

import { englishOffice } from './englishOffice';
import { englishWork } from './englishWork';

export const english: HelpTexts = {
  groups: {
    start: 'First steps',
    calendar: 'Calendar',
    jobs: 'Jobs and crews',
    orders: 'Orders and lists',
    company: 'Company and people',
    you: 'Your account',
  },
  links: {
    calendar: 'Open the calendar',
    lanes: 'Open the crews view',
    map: 'Open the job map',
    appointments: 'Open the appointments',
    newAppointment: 'Create an appointment',
    subscribe: 'Subscribe on your phone',
    jobs: 'Open your jobs',
    newJob: 'Create a job',
    importJobs: 'Import jobs',
    crews: 'Open custom crews',
    customers: 'Open customers',
    products: 'Open products',
    vendors: 'Open vendors',
    company: 'Open your company',
    companySettings: 'Open the company settings',
    activity: 'Open the activity',
    apiKeys: 'Open API keys',
    webhooks: 'Open webhooks',
    messages: 'Open your messages',
    connections: 'Open your connections',
    companySearch: 'Search companies',
    settings: 'Open your settings',
    news: 'See what is new',
    feedback: 'Give feedback',
  },
  topics: { ...englishOffice, ...englishWork },
};
