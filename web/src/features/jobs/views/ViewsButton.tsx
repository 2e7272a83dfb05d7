import { Button, Popover } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { m } from '@/i18n';
import { SavedViews } from './SavedViews';
import { useMoveStoredViews } from './storedViews';

/** Opens the saved views, beside the filters of a desktop. */
export function ViewsButton({ view }: { view: string }) {
  const [opened, setOpened] = useState(false);
  useMoveStoredViews();
  return (
    <Popover position="bottom-end" width={380} trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark size={17} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {m.jobs_views()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <SavedViews view={view} onOpen={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
