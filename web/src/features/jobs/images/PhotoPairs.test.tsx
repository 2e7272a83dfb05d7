import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { imagePairs, withPair } from '@/queries/jobs/withPair';
import { aJob } from '@/testing/aJob';
import { stubLayout } from '@/testing/layout';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { JobImages } from './JobImages';
import { aPhoto } from './testing';

const job = aJob(7);
const list = `GET /api/jobs/fetchImgs/${job.id}`;
const path = '/api/jobs/update/imagePair';
const [after, before, third] = [aPhoto(1), aPhoto(2), aPhoto(3)];

beforeEach(stubLayout);

test('a photo is in one pair: the newer choice takes both photos out of their former pairs', () => {
  const all = withPair([after, before, third], { imageId: after.id, beforeId: before.id });
  const again = withPair(all, { imageId: third.id, beforeId: before.id });
  expect(imagePairs(again).map((pair) => [pair.before.id, pair.after.id])).toEqual([[before.id, third.id]]);
  const turned = withPair(all, { imageId: before.id, beforeId: after.id });
  expect(imagePairs(turned).map((pair) => [pair.before.id, pair.after.id])).toEqual([[after.id, before.id]]);
  expect(imagePairs(withPair(all, { imageId: after.id, beforeId: null }))).toEqual([]);
});

test('two photos become a pair that is shown side by side and compared with the keyboard', async () => {
  const stored = { ...after, beforeId: before.id };
  const fetch = mockServer({
    [list]: { imgs: [after, before] },
    [`POST ${path}`]: { image: stored },
  });
  const { user } = renderIn(() => <JobImages job={job} />, { profile: signedIn() });
  await user.click(await screen.findByRole('button', { name: 'Share photos' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Before and after' }));
  const choice = await screen.findByRole('dialog', { name: 'Before and after' });
  const choices = within(choice).getAllByRole('button', { pressed: false });
  const [ofAfter, ofBefore] = choices;
  if (ofAfter === undefined || ofBefore === undefined) throw new Error('two photos');
  await user.click(ofBefore);
  await user.click(ofAfter);
  await user.click(within(choice).getByRole('button', { name: 'Show as a pair' }));
  const pairs = await screen.findByRole('region', { name: 'Before and after' });
  expect(lastRequestTo(fetch, path)).toEqual({ imageId: after.id, beforeId: before.id });
  await user.click(within(pairs).getByRole('button', { name: /Compare before and after/ }));
  const slider = await screen.findByRole('slider', { name: /photo from before/ });
  fireEvent.change(slider, { target: { value: '80' } });
  expect(slider).toHaveValue('80');
});

test('a pair that could not be taken apart comes back with the reason', async () => {
  mockServer({
    [list]: { imgs: [{ ...after, beforeId: before.id }, before] },
    [`POST ${path}`]: refusal(403, 'forbidden', 'Not today.'),
  });
  const { user } = renderIn(() => <JobImages job={job} />, { profile: signedIn() });
  await user.click(await screen.findByRole('button', { name: 'Take the pair apart' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Not today.');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Before and after' })).toBeVisible());
});
