import type { Crew, CrewMember } from '@bindings';
import { TextInput } from '@mantine/core';
import { DeleteButton } from '@/components/feedback/DeleteButton';
import { FormPanel } from '@/components/forms/FormPanel';
import { useFieldSync } from '@/components/forms/useFormSync';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCrewChanges } from '@/queries/crews';
import { checkCrewMember } from '@/wasm/rules';

interface MemberPanelProps {
  crew: Crew;
  /** Null for a new member. */
  member: CrewMember | null;
  onClose: () => void;
}

/** 'New Crew Member', or an existing member to edit or delete. E-mail and phone may stay blank. */
export function MemberPanel({ crew, member, onClose }: MemberPanelProps) {
  const { language } = useSession();
  const { createMember, updateMember, removeMember } = useCrewChanges();
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
    <FormPanel
      title={member === null ? m.crews_newMember() : m.crews_editMember()}
      onClose={onClose}
      byDoubleClick
      form={form}
      verb={member === null ? m.crews_addMember() : m.common_save()}
      instead={
        member && (
          <DeleteButton
            action="crews.manage"
            label={m.crews_deleteMember()}
            question={m.crews_deleteMemberSure({ name: member.name, crew: crew.name })}
            remove={() => removeMember(crew, member)}
            onDeleted={onClose}
          />
        )
      }
    >
      <TextInput label={m.crews_name()} required autoComplete="off" data-autofocus {...form.field('name')} />
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
    </FormPanel>
  );
}
