/** Parts of a page that load when they are first shown. One that cannot be loaded shows that in its place. */
import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react';
import { m } from '@/i18n';

import styles from './lazyPart.module.css';

interface BoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

class PartBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/**
 * A part whose chunk loads when it is first shown, inside a `Suspense`. If that fails, 'Reload' tries once more, and then
 * loads the page anew: after an update of the app the chunk may have another name.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const lazily = () => lazy(async () => ({ default: await load() }));
  let current = lazily();
  return function Part(props: P) {
    const [attempt, setAttempt] = useState({ Loaded: current, count: 0 });
    const again = () => {
      if (attempt.count > 0) window.location.reload();
      else {
        current = lazily();
        setAttempt({ Loaded: current, count: 1 });
      }
    };
    const { Loaded, count } = attempt;
    return (
      <PartBoundary
        key={count}
        fallback={
          <div role="alert" className={styles.missing}>
            <p>{m.common_partMissing()}</p>
            <button type="button" onClick={again}>
              {m.shell_reload()}
            </button>
          </div>
        }
      >
        <Loaded {...props} />
      </PartBoundary>
    );
  };
}
