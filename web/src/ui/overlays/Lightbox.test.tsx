import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderIn } from '@/testing/render';
import { Lightbox } from './Lightbox';

const aPicture = (number: number) => ({
  id: `${number}`,
  src: `/files/${number}.jpg`,
  alt: `Photo ${number}`,
  width: 800,
  height: 600,
});

function Opener({ count }: { count: number }) {
  const [at, setAt] = useState<number | null>(null);
  return (
    <>
      <button type="button" onClick={() => setAt(0)}>
        look
      </button>
      {at !== null && (
        <Lightbox
          pictures={Array.from({ length: count }, (_, index) => aPicture(index + 1))}
          at={at}
          {...(count > 1 ? { onMove: setAt } : {})}
          onClose={() => setAt(null)}
          title="Luis Ríos"
          originalLabel="Open the original"
        />
      )}
    </>
  );
}

const open = async (count: number) => {
  const { user } = renderIn(() => <Opener count={count} />);
  await user.click(screen.getByRole('button', { name: 'look' }));
  return { user, dialog: await screen.findByRole('dialog', { name: 'Photo 1' }) };
};

const stage = () => screen.getByRole('img').parentElement as HTMLElement;
const backdrop = () => stage().querySelector('button') as HTMLButtonElement;

it.each([
  ['Escape', async ({ user }: Awaited<ReturnType<typeof open>>) => user.keyboard('{Escape}')],
  [
    'the cross',
    async ({ user, dialog }: Awaited<ReturnType<typeof open>>) =>
      user.click(within(dialog).getByRole('button', { name: 'Close' })),
  ],
  ['the backdrop', async ({ user }: Awaited<ReturnType<typeof open>>) => user.click(backdrop())],
])('closes by %s, and returns the focus', async (_, close) => {
  await close(await open(1));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(screen.getByRole('button', { name: 'look' })).toHaveFocus());
});

it('has no arrows for a single picture', async () => {
  const { user, dialog } = await open(1);
  expect(within(dialog).getAllByRole('button')).toHaveLength(1);
  expect(dialog).not.toHaveTextContent('1 of 1');
  await user.keyboard('{ArrowRight}{End}');
  expect(screen.getByRole('img', { name: 'Photo 1' })).toHaveAttribute('src', '/files/1.jpg');
  expect(screen.getByRole('link', { name: 'Open the original' })).toHaveAttribute('href', '/files/1.jpg');
});

it('stops at the first and the last of several pictures, and names the current one', async () => {
  const { user, dialog } = await open(2);
  expect(within(dialog).getByRole('button', { name: 'Previous photo' })).toBeDisabled();
  await user.click(within(dialog).getByRole('button', { name: 'Next photo' }));
  expect(screen.getByRole('dialog', { name: 'Photo 2' })).toHaveTextContent('2 of 2');
  expect(within(dialog).getByRole('button', { name: 'Next photo' })).toBeDisabled();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('dialog', { name: 'Photo 2' })).toBeInTheDocument();
});

it('is not closed by the end of a swipe', async () => {
  await open(2);
  fireEvent.pointerDown(stage(), { pointerId: 1, clientX: 300, isPrimary: true });
  fireEvent.pointerMove(stage(), { pointerId: 1, clientX: 270 });
  fireEvent.pointerUp(stage(), { pointerId: 1, clientX: 270 });
  fireEvent.click(backdrop());
  expect(screen.getByRole('dialog', { name: 'Photo 1' })).toBeInTheDocument();
});
