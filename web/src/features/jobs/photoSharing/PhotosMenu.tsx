import type { Job } from '@bindings';
import { Button, Loader, Menu } from '@mantine/core';
import { IconColumns2, IconFileTypePdf, IconFileZip, IconLink, IconShare3 } from '@tabler/icons-react';
import { useState } from 'react';
import { DisabledWithReason } from '@/components/permissions/DisabledWithReason';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { zoneOf } from '@/queries/companies/timeZone';
import type { SharedLink } from '@/queries/guest_links';
import { useCancelable } from '@/ui/feedback/useCancelable';
import { handlesEscape } from '@/ui/overlays/inlineForm';
import { mayMakeLinks } from '@/wasm/rules';
import type { PhotoDay } from '../images/photoDays';
import { linkRefusal } from '../links/linkRefusal';
import { NewLinkPanel } from '../links/NewLinkPanel';
import { ShareLinkPanel } from '../links/ShareLinkPanel';
import { savePhotoReport, savePhotoZip } from './savePhotos';

interface PhotosMenuProps {
  job: Job;
  days: readonly PhotoDay[];
  /** Opens the choice of two photos. */
  onPair: () => void;
}

/** Hands the photos of a job over: as a report, as files, or by a link that ends by itself. */
export function PhotosMenu({ job, days, onPair }: PhotosMenuProps) {
  const { company, role, may } = useSession();
  const { busy, run, stop } = useCancelable();
  const [open, setOpen] = useState(false);
  const [creating, setCreating] = useState(false);
  const [shared, setShared] = useState<SharedLink | null>(null);
  const save = (how: typeof savePhotoReport) =>
    void run((signal) => how({ job, company, zone: zoneOf(company), days, signal }));
  const name = m.jobs_photosShare();
  return (
    <>
      <Menu
        position="bottom-end"
        width={248}
        opened={open}
        // While a file is being written, a press cancels it and does not open the menu.
        onChange={(next) => setOpen(next && !busy)}
      >
        <Menu.Target>
          <Button
            variant="default"
            leftSection={busy ? <Loader size={17} /> : <IconShare3 size={17} aria-hidden />}
            aria-label={busy ? m.common_stopOf({ what: name }) : name}
            {...(busy ? { onClick: stop } : {})}
          >
            {busy ? m.common_stop() : name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown {...handlesEscape}>
          <Menu.Item
            {...handlesEscape}
            leftSection={<IconFileTypePdf size={18} />}
            onClick={() => save(savePhotoReport)}
          >
            {m.jobs_photosReport()}
          </Menu.Item>
          <Menu.Item
            {...handlesEscape}
            leftSection={<IconFileZip size={18} />}
            onClick={() => save(savePhotoZip)}
          >
            {m.jobs_photosDownload()}
          </Menu.Item>
          {may('jobs.images') && days.flatMap(({ images }) => images).length > 1 && (
            <Menu.Item {...handlesEscape} leftSection={<IconColumns2 size={18} />} onClick={onPair}>
              {m.jobs_pair()}
            </Menu.Item>
          )}
          {mayMakeLinks(role) && (
            <DisabledWithReason reason={linkRefusal(role, job)} inMenu>
              <Menu.Item
                {...handlesEscape}
                leftSection={<IconLink size={18} />}
                onClick={() => setCreating(true)}
              >
                {m.jobs_photosLink()}
              </Menu.Item>
            </DisabledWithReason>
          )}
        </Menu.Dropdown>
      </Menu>
      <span className="spoken" role="status">
        {busy && m.common_writing()}
      </span>
      {creating && (
        <NewLinkPanel
          job={job}
          readOnly
          onCreated={(link) => {
            setCreating(false);
            setShared(link);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {shared !== null && <ShareLinkPanel job={job} link={shared} onClose={() => setShared(null)} />}
    </>
  );
}
