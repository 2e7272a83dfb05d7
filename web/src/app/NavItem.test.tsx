import type { Notification } from '@bindings';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aRequestNotification } from '@/testing/aConnection';
import { mockServer, renderIn, signedIn } from '@/testing/render';

import { NavItem } from './NavItem';
import { navItems } from './navItems';

const request = aRequestNotification();

function open(at: string, notifications: Notification[]) {
  mockServer({ 'GET /api/notifications/user': { notifications } });
  renderIn(() => navItems.map((place) => <NavItem key={place.to} item={place} size={19} className="" />), {
    profile: signedIn(),
    at,
  });
}

test('an unseen request is counted at the icon of the connections, and at no other', async () => {
  const seen = { ...request, id: 'seen', isNew: false };
  open('/app/jobs', [request, seen, { ...request, id: 'bell', destination: 'bell' }]);
  expect(await screen.findByRole('link', { name: 'Connections, 1 unseen' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: /unseen/ })).toHaveLength(1);
});

test('an unread message is counted at the icon of the messages', async () => {
  open('/app/jobs', [{ ...request, destination: 'messages', route: '/app/messages' }]);
  expect(await screen.findByRole('link', { name: 'Messages, 1 unseen' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: /unseen/ })).toHaveLength(1);
});

test('the search for companies and their pages belong to the connections', () => {
  open('/app/view/company/7', []);
  expect(screen.getByRole('link', { name: 'Connections' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Company' })).not.toHaveAttribute('aria-current');
});
