import { expect, test } from 'vitest';
import { aMessage, ana, aRoom, luis, mine } from '@/testing/aMessage';

import { seenMarks, threadItems } from './threadItems';

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

test('a reader is named under the last message that they have read and not written', () => {
  const thread = [mine(1, 'one'), mine(2, 'two'), aMessage(3, 'by Luis')];
  const seen = [
    { userId: luis.id, messageId: aMessage(3, '').id, dateSeen: '' },
    { userId: ana.id, messageId: aMessage(3, '').id, dateSeen: '' },
  ];
  const marks = seenMarks(thread, aRoom(1, 'Ríos', { seen }));
  expect([...marks]).toEqual([
    [aMessage(2, '').id, ['Luis']],
    [aMessage(3, '').id, ['Ana']],
  ]);
});

test('two people with the same first name can be told apart', () => {
  const other = { ...ana, firstName: 'Luis', lastName: 'Ortega' };
  const seen = [{ userId: luis.id, messageId: aMessage(1, '').id, dateSeen: '' }];
  const marks = seenMarks([mine(1, 'one')], aRoom(1, 'Ríos', { seen, userlist: [luis, other] }));
  expect([...marks.values()]).toEqual([['Luis Ríos']]);
});
