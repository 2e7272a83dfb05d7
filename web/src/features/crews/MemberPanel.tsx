import type { Crew, CrewMember } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useConfirmedDelete } from '@/components/feedback/useConfirmedDelete';
import { useFieldSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCrewChanges } from '@/queries/crews';
import { ErrorSummary } from '@/ui/feedback/ErrorSummary';
import { SidePanel } from '@/ui/overlays/SidePanel';
import { checkCrewMember } from '@/wasm/rules';

interface MemberPanelProps {
  crew: Crew;
  /** Null for a new member. */
  member: CrewMember | null;
  onClose: () => void;
}

/** 'New Crew Member', or one of the crew to change or delete. E-mail and phone may stay blank. */
export function MemberPanel({ crew, member, onClose }: MemberPanelProps) {
  const { language } = useSession();
  const { createMember, updateMember, removeMember } = useCrewChanges();
  const removal = useConfirmedDelete();
  const saved = { name: member?.name ?? '', email: member?.email ?? '', phone: member?.phone ?? '' };
  const form = useRulesForm({
    initial: saved,
    check: (values) => checkCrewMember(values, language),
    submit: async (values, was) => {
      if (member === null) await createMember(crew, values);
      else await updateMember(member, values, was);
      onClose();
    },
  });
  useFieldSync(form, saved);
  return (
    <SidePanel
      title={member === null ? m.crews_newMember() : m.crews_editMember()}
      onClose={onClose}
      dirty={form.dirty}
      byDoubleClick
      form={form.form}
      footer={(close) => (
        <>
          {member !== null && (
            <Permitted action="crews.manage">
              <Button
                variant="outline"
                color="crimson"
                leftSection={<IconTrash size={16} />}
                loading={removal.busy}
                onClick={() =>
                  void removal.ask({
                    question: m.crews_deleteMemberSure({ name: member.name, crew: crew.name }),
                    remove: () => removeMember(crew, member),
                    onDeleted: onClose,
                  })
                }
              >
                {m.crews_deleteMember()}
              </Button>
            </Permitted>
          )}
          {member === null && (
            <Button variant="default" onClick={close}>
              {m.common_cancel()}
            </Button>
          )}
          <Button type="submit" loading={form.busy}>
            {member === null ? m.crews_addMember() : m.common_save()}
          </Button>
        </>
      )}
    >
      <div className="stack">
        <ErrorSummary refusals={form.refusals}>{notice('validation')}</ErrorSummary>
        <TextInput
          label={m.crews_name()}
          required
          autoComplete="off"
          data-autofocus
          {...form.field('name')}
        />
        <TextInput
          label={m.crews_email()}
          type="email"
          inputMode="email"
          autoComplete="off"
          {...form.field('email')}
        />
        <TextInput
          label={m.crews_phone()}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder="555-555-5555"
          {...form.field('phone')}
        />
      </div>
    </SidePanel>
  );
}
