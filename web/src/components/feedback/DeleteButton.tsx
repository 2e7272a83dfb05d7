import type { Action } from '@bindings';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Permitted } from '@/components/permissions/Permitted';

import { type DeleteRequest, useConfirmedDelete } from './useConfirmedDelete';

interface DeleteButtonProps extends DeleteRequest {
  action: Action;
  /** The label and the accessible name. */
  label: string;
  /** The short label for narrow places. */
  short?: string;
}

/** Deletes something after a confirmation. */
export function DeleteButton({ action, label, short, ...request }: DeleteButtonProps) {
  const { busy, requestDelete } = useConfirmedDelete();
  return (
    <Permitted action={action}>
      <Button
        {...(short === undefined ? {} : { px: 8, 'aria-label': label })}
        variant="outline"
        color="crimson"
        leftSection={<IconTrash size={16} />}
        loading={busy}
        onClick={() => void requestDelete(request)}
      >
        {short ?? label}
      </Button>
    </Permitted>
  );
}
