import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockServer, renderIn, signedIn } from '@/testing/render';
import { aPhoto } from '../images/testing';
import { type Mark, moved, placed } from './marks';
import { PhotoEditor } from './PhotoEditor';

const written = vi.hoisted(() => ({ marks: [] as readonly Mark[] }));

vi.mock('./markedPhoto', () => ({
  markedPhoto: async (_: unknown, marks: readonly Mark[]) => {
    written.marks = marks;
    return new File(['jpeg'], 'marked.jpg', { type: 'image/jpeg' });
  },
}));

const image = aPhoto(1);
const size = { width: 1600, height: 1200 };

beforeEach(() => {
  mockServer({});
  written.marks = [];
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  HTMLElement.prototype.setPointerCapture = () => undefined;
  const box = { left: 0, top: 0, width: 800, height: 600 } as DOMRect;
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(box);
});

function open() {
  const onSaved = vi.fn();
  const onClose = vi.fn();
  const shown = renderIn(() => <PhotoEditor image={image} onSaved={onSaved} onClose={onClose} />, {
    profile: signedIn(),
  });
  return { ...shown, onSaved, onClose };
}

const photo = () => screen.findByRole('application', { name: /^Photo to draw on/ });
const save = () => screen.getByRole('button', { name: 'Save copy' });

test('a drag draws an arrow in pixels of the photo, and saving hands over a copy', async () => {
  const { user, onSaved, onClose } = open();
  const canvas = await photo();
  expect(save()).toBeDisabled();
  expect(save()).toHaveAccessibleDescription(/Drag across the photo/);
  fireEvent.pointerDown(canvas, { button: 0, clientX: 100, clientY: 100 });
  fireEvent.pointerMove(canvas, { clientX: 300, clientY: 200 });
  fireEvent.pointerUp(canvas, { clientX: 400, clientY: 300 });
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onSaved).toHaveBeenCalledOnce();
  expect(written.marks).toMatchObject([{ kind: 'arrow', from: { x: 200, y: 200 }, to: { x: 800, y: 600 } }]);
});

test('without a mouse, Enter adds a mark, arrow keys move it, and it can be undone', async () => {
  const { user } = open();
  (await photo()).focus();
  await user.keyboard('{Enter}{ArrowRight}');
  await user.click(save());
  const { from, to } = placed('arrow', { x: 800, y: 600 }, size);
  expect(written.marks).toMatchObject([
    { from: { x: from.x + 32, y: from.y }, to: { x: to.x + 32, y: to.y } },
  ]);
});

test('a text is placed only once it is written', async () => {
  const { user } = open();
  const canvas = await photo();
  await user.click(screen.getByRole('radio', { name: 'Text' }));
  fireEvent.pointerDown(canvas, { button: 0, clientX: 80, clientY: 60 });
  fireEvent.pointerUp(canvas, { clientX: 80, clientY: 60 });
  expect(save()).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'soft deck');
  fireEvent.pointerDown(canvas, { button: 0, clientX: 80, clientY: 60 });
  fireEvent.pointerUp(canvas, { clientX: 80, clientY: 60 });
  await user.click(save());
  expect(written.marks).toMatchObject([{ kind: 'text', text: 'soft deck', from: { x: 160, y: 120 } }]);
});

test('a mark never leaves the photo', () => {
  const mark = {
    kind: 'circle',
    color: '#FFFFFF',
    text: '',
    ...placed('circle', { x: 5, y: 5 }, size),
  } as const;
  expect(mark.from).toEqual({ x: 0, y: 0 });
  expect(moved(mark, { x: -9_999, y: 9_999 }, size).to).toEqual({ x: 0, y: 1200 });
});
