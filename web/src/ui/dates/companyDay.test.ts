import { afterEach, expect, test } from 'vitest';
import { companyNow, companyToday, setCompanyZone } from './companyDay';

afterEach(() => setCompanyZone(null));

test('today is the day of the company, wherever its people are', () => {
  const evening = new Date('2026-11-25T05:30:00Z');
  setCompanyZone('America/Chicago');
  expect([companyToday(evening), companyNow(evening)]).toEqual(['2026-11-24', '2026-11-24T23:30:00']);
  setCompanyZone('America/New_York');
  expect([companyToday(evening), companyNow(evening)]).toEqual(['2026-11-25', '2026-11-25T00:30:00']);
  setCompanyZone('Pacific/Honolulu');
  expect(companyToday(new Date('2026-01-01T09:59:00Z'))).toBe('2025-12-31');
});
