import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Language } from '@/i18n';
import { setLanguage } from '@/i18n';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { Translated } from './Translated';

const id = '0199a000-0000-7000-8000-000000000009';
const spanish = 'Faltan dos paquetes de tejas.';
const english = 'Two bundles of shingles are missing.';
const row = { id, field: 'contents', original: spanish, text: english, from: 'spanish', to: 'english' };
const withService = { 'GET /api/config': { translate: true } };
const answered = { ...withService, 'POST /api/translations': { translations: [row] } };

function show(answers: Record<string, unknown>, language?: Language) {
  const fetch = mockServer(answers);
  const text = (
    <Translated
      kind="chatMessage"
      id={id}
      field="contents"
      text={spanish}
      {...(language !== undefined && { language })}
    />
  );
  return { fetch, ...renderIn(() => text, { profile: signedIn() }) };
}

const see = () => screen.findByRole('button', { name: 'Translate' });
const calls = (fetch: ReturnType<typeof mockServer>) =>
  fetch.mock.calls.filter(([path]) => path.startsWith('/api/translations'));

afterEach(() => vi.unstubAllGlobals());

describe('a text in the other language', () => {
  it('is not sent anywhere until the user requests a translation', async () => {
    const { fetch } = show(answered, 'spanish');
    await see();
    expect(screen.getByText(spanish)).toHaveAttribute('lang', 'es');
    expect(calls(fetch)).toHaveLength(0);
  });

  it('shows its translation after a press, labeled as one, and the original again', async () => {
    const { fetch, user } = show(answered, 'spanish');
    await user.click(await see());
    expect(await screen.findByText(english)).toHaveAttribute('lang', 'en');
    expect(screen.getByRole('status')).toHaveTextContent('Translated');
    expect(lastRequestTo(fetch, '/api/translations')).toEqual({
      kind: 'chatMessage',
      ids: [id],
      language: 'english',
    });
    await user.click(screen.getByRole('button', { name: 'Show original' }));
    expect(screen.getByText(spanish)).toHaveAttribute('lang', 'es');
    await user.click(await see());
    expect(await screen.findByText(english)).toBeVisible();
    expect(calls(fetch)).toHaveLength(1);
  });

  it('has no button where no translation is available', async () => {
    const { fetch } = show({ 'GET /api/config': { translate: false } }, 'spanish');
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('stays readable when the service is down, and can be translated later', async () => {
    const down = 'The translation service does not answer. Please try again in a moment.';
    const { user } = show(
      { ...withService, 'POST /api/translations': refusal(409, 'conflict', down) },
      'spanish',
    );
    await user.click(await see());
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(down));
    expect(screen.getByText(spanish)).toBeVisible();
    mockServer(answered);
    await user.click(await see());
    expect(await screen.findByText(english)).toBeVisible();
  });

  it('is translated by the browser where possible, and keeps the terms of the trade', async () => {
    const protectedText = {
      ...row,
      text: 'Faltan dos [ZQ0] de [ZQ1].',
      mixed: 'Faltan dos bundles de shingles.',
    };
    const translate = vi.fn((text: string) => Promise.resolve(text.replace('Faltan dos', 'Missing two')));
    vi.stubGlobal('Translator', {
      availability: () => Promise.resolve('available'),
      create: () => Promise.resolve({ translate }),
    });
    const { fetch, user } = show(
      {
        'GET /api/config': { translate: false },
        'POST /api/translations/prepare': { texts: [{ ...protectedText, isReady: false }] },
        'POST /api/translations/restore': { translations: [row], lost: [] },
      },
      'spanish',
    );
    await user.click(await see());
    expect(await screen.findByText(english)).toBeVisible();
    expect(translate).toHaveBeenCalledWith('Faltan dos [ZQ0] de [ZQ1].');
    expect(lastRequestTo(fetch, '/api/translations/restore')).toEqual({
      kind: 'chatMessage',
      language: 'english',
      answers: [{ id, field: 'contents', text: 'Missing two [ZQ0] de [ZQ1].' }],
    });
  });
});

describe('a text in the user’s language', () => {
  it('has no button', async () => {
    const { fetch } = show(answered, 'english');
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is not labeled as a translation if its language was unknown', async () => {
    const own = { ...row, text: spanish, from: 'english' };
    const { user } = show({ ...withService, 'POST /api/translations': { translations: [own] } });
    await user.click(await see());
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('already in your language'));
    expect(screen.getByText(spanish)).toBeVisible();
  });
});

it('has its labels in Spanish, too', async () => {
  setLanguage('spanish');
  show(answered, 'english');
  expect(await screen.findByRole('button', { name: 'Traducir' })).toBeVisible();
});
