import { expect, test } from 'vitest';
import { aMessage, ana, aRoom, luis, mine } from '@/testing/aMessage';
import { aUser } from '@/testing/render';

import { deliveryMark, threadItems } from './threadItems';

const zone = 'America/Denver';
const at = (seq: number, dateInserted: string) => aMessage(seq, `m${seq}`, { dateInserted });

test('consecutive messages show their author once, and days follow the time zone of the company', () => {
  const items = threadItems(
    [
      at(1, '2026-06-09T15:00:00Z'),
      at(2, '2026-06-09T15:01:00Z'),
      mine(3, 'mine', { dateInserted: '2026-06-09T15:02:00Z' }),
      at(4, '2026-06-10T05:59:00Z'),
      at(5, '2026-06-10T06:01:00Z'),
    ],
    zone,
  );
  expect(items.map((item) => (item.kind === 'run' ? item.messages.length : item.key))).toEqual([
    '2026-06-09',
    2,
    1,
    1,
    '2026-06-10',
    1,
  ]);
});

test('only one message is marked, the last that somebody has read and not written', () => {
  const thread = [mine(1, 'one'), mine(2, 'two'), aMessage(3, 'by Luis')];
  const at = (seq: number) => ({ messageId: aMessage(seq, '').id, dateSeen: '' });
  const marked = (seen: Parameters<typeof deliveryMark>[1]['seen']) =>
    deliveryMark(thread, aRoom(1, 'Ríos', { seen }), aUser.id);
  expect(marked([{ userId: luis.id, ...at(3) }])).toEqual({ id: aMessage(2, '').id, names: ['Luis'] });
  expect(
    marked([
      { userId: luis.id, ...at(3) },
      { userId: ana.id, ...at(3) },
    ]),
  ).toEqual({ id: aMessage(3, '').id, names: ['Ana'] });
});

test('a message that nobody has read yet is marked as sent, and earlier readers are not', () => {
  const seen = [{ userId: luis.id, messageId: aMessage(1, '').id, dateSeen: '' }];
  const mark = deliveryMark([mine(1, 'one'), mine(2, 'two')], aRoom(1, 'Ríos', { seen }), aUser.id);
  expect(mark).toEqual({ id: aMessage(2, '').id, names: [] });
});

test('two people with the same first name can be told apart', () => {
  const other = { ...ana, firstName: 'Luis', lastName: 'Ortega' };
  const seen = [{ userId: luis.id, messageId: aMessage(1, '').id, dateSeen: '' }];
  const room = aRoom(1, 'Ríos', { seen, userlist: [luis, other] });
  expect(deliveryMark([mine(1, 'one')], room, aUser.id)?.names).toEqual(['Luis Ríos']);
});
