/** For keyboard users: the focus must be in the top layer, and never behind it. */
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderIn } from '@/testing/render';

import { BackGuard } from './BackGuard';
import { Overlay } from './Overlay';
import { popup } from './popups';
import { SidePanel } from './SidePanel';

const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame += 1)
    await new Promise((drawn) => requestAnimationFrame(() => drawn(undefined)));
};

function Desk({ then }: { then: 'popup' | 'popupOverJob' | 'nothing' }) {
  const [shown, setShown] = useState<'list' | 'form' | 'job'>('list');
  const save = () => {
    setShown(then === 'popupOverJob' ? 'job' : 'list');
    if (then !== 'nothing') void popup.sweet("We've created your new job.");
  };
  return (
    <>
      <button type="button" onClick={() => setShown('form')}>
        New Job
      </button>
      {shown === 'form' && (
        <SidePanel title="New Job" onClose={() => setShown('list')}>
          <button type="button" onClick={save}>
            Create job
          </button>
        </SidePanel>
      )}
      {shown === 'job' && (
        <Overlay title="Kilbride re-roof" onClose={() => setShown('list')}>
          <button type="button">Details</button>
        </Overlay>
      )}
    </>
  );
}

const saved = async (then: Parameters<typeof Desk>[0]['then']) => {
  const { user } = renderIn(() => <Desk then={then} />);
  await user.click(screen.getByRole('button', { name: 'New Job' }));
  await user.click(await screen.findByRole('button', { name: 'Create job' }));
  return user;
};

test('a closed form leaves the focus to the popup with its result', async () => {
  const user = await saved('popup');
  const ok = await screen.findByRole('button', { name: 'OK' });
  await frames(3);
  expect(ok).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('after the popup the focus is in the page that opened behind it', async () => {
  const user = await saved('popupOverJob');
  const ok = await screen.findByRole('button', { name: 'OK' });
  await frames(3);
  await waitFor(() => expect(ok).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(screen.getByRole('dialog', { name: 'Kilbride re-roof' })).toContainElement(
      document.activeElement as HTMLElement,
    ),
  );
});

test('closing a form returns the focus to the element that opened it', async () => {
  await saved('nothing');
  await waitFor(() => expect(screen.getByRole('button', { name: 'New Job' })).toHaveFocus());
});

test('the browser asks, and Back asks, before typed text is left', async () => {
  const Form = () => {
    const [text, setText] = useState('');
    return (
      <>
        <BackGuard />
        <Overlay title="New Job" onClose={() => undefined} dirty={text !== ''}>
          <input aria-label="Title" value={text} onChange={(event) => setText(event.target.value)} />
        </Overlay>
      </>
    );
  };
  const unload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const { user, router } = renderIn(() => <Form />, { at: '/here' });
  await act(() => router.navigate('/before'));
  await act(() => router.navigate('/here'));
  expect(unload()).toBe(false);
  await user.type(await screen.findByLabelText('Title'), 'Whitaker');
  expect(unload()).toBe(true);
  await act(() => router.navigate(-1));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.pathname).toBe('/here');
  expect(screen.getByLabelText('Title')).toHaveValue('Whitaker');
  await act(() => router.navigate(-1));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/before'));
  expect(unload()).toBe(false);
});
