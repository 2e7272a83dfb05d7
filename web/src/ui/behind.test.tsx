import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { behind, partsBehind } from './behind';

test('a part that is not here yet leaves what stands in its place, and is drawn at once where it is', async () => {
  let arrive: (part: () => string) => void = () => undefined;
  const whole = new Promise<() => string>((resolve) => {
    arrive = resolve;
  });
  const Bell = behind<object>(() => whole);
  const { unmount } = render(<Bell meanwhile={<p>a bare bell</p>} />);
  expect(screen.getByText('a bare bell')).toBeInTheDocument();
  arrive(() => 'the whole bell');
  await partsBehind();
  expect(await screen.findByText('the whole bell')).toBeInTheDocument();
  unmount();
  render(<Bell meanwhile={<p>a bare bell</p>} />);
  expect(screen.getByText('the whole bell')).toBeInTheDocument();
});
