import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aConnection } from '@/testing/aConnection';
import { aJob } from '@/testing/aJob';
import { aCompany, mockServer, renderIn, signedIn } from '@/testing/render';

import { AssignCrew } from './AssignCrew';

test('a contractor sees before assigning that the insurance of the chosen subcontractor has expired', async () => {
  const rios = aConnection(60, 'Ríos Brothers', { accepted: true });
  rios.companyDetails.documents = [{ kind: 'insurance', expiresOn: '2026-01-05' }];
  const insured = aConnection(61, 'Duraguard Coatings', { accepted: true });
  mockServer({
    [`GET /api/connections/connections/${aCompany.id}`]: { fullConnectionsDetails: [rios, insured] },
    'GET /api/custom_crews/all': { crews: [] },
  });
  const { user } = renderIn(
    () => <AssignCrew job={aJob(7)} onDirty={() => undefined} onDays={() => undefined} />,
    {
      profile: signedIn(),
    },
  );
  const choose = async (name: RegExp) => {
    await user.click(await screen.findByRole('combobox', { name: 'Choose a subcontractor' }));
    await user.click(await screen.findByRole('option', { name }));
  };
  const warning = 'The insurance of Ríos Brothers expired Jan 5th 2026.';
  await choose(/Ríos/);
  expect(screen.getByText(warning)).toBeVisible();
  await choose(/Duraguard/);
  expect(screen.queryByText(warning)).toBeNull();
});
