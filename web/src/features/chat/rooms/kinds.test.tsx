import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { jobId } from '@/testing/aJob';
import { aMessage, aRoom, chatServer } from '@/testing/aMessage';
import { stubLayout } from '@/testing/layout';
import { aCompany } from '@/testing/render';
import { seen, show } from '../testing';

const job = { id: jobId(7), title: 'Whitaker re-roof' };
const rooms = () => [
  aRoom(1, 'Ríos Brothers', { kind: 'job', job, lastMessage: aMessage(1, 'Gate is open') }),
  aRoom(2, aCompany.name, { kind: 'company', company: aCompany }),
  aRoom(3, 'Ríos Brothers'),
];

beforeEach(() => {
  stubLayout();
  seen(true);
});

it('the chats of a job and of the own team are not mistaken for those with a company', async () => {
  chatServer(rooms(), [aMessage(1, 'Gate is open')]);
  show();
  const list = within(await screen.findByRole('navigation', { name: 'Messages' }));
  expect(list.getByRole('link', { name: /Whitaker re-roof.*Job with Ríos Brothers/ })).toBeVisible();
  expect(list.getByRole('link', { name: new RegExp(`${aCompany.name}.*Your team`) })).toBeVisible();
  expect(list.getAllByRole('link')).toHaveLength(3);
});

it('the chat of a job leads to the job, and is found by the name of the company', async () => {
  chatServer(rooms(), [aMessage(1, 'Gate is open')]);
  const { user } = show();
  expect(await screen.findByRole('link', { name: 'Open job' })).toHaveAttribute(
    'href',
    `/app/jobs/details/${job.id}`,
  );
  await user.type(screen.getByRole('searchbox', { name: 'Find a chat' }), 'rios');
  expect(screen.getByRole('link', { name: /Whitaker re-roof/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Your team/ })).toBeNull();
});
