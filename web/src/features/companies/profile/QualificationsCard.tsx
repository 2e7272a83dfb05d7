import type { Qualification } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useQualificationChanges, useQualifications } from '@/queries/companies/qualifications';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { CharacterCounter } from '@/ui/inputs/CharacterCounter';
import { checkNewQualification, limits } from '@/wasm/rules';

import head from './CardHead.module.css';
import styles from './QualificationsCard.module.css';

function Tag({ one }: { one: Qualification }) {
  const { may } = useSession();
  const { remove } = useQualificationChanges();
  const drop = async () => {
    await runWithPopup(() => remove(one));
  };
  const { qualification } = one;
  return (
    <li className={styles.tag}>
      {qualification}
      {may('company.qualifications') && (
        <button
          type="button"
          className={styles.drop}
          aria-label={m.company_qualificationDelete({ qualification })}
          onClick={() => void drop()}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </li>
  );
}

/** Adds a qualification. A blank one is ignored without an error, and the focus stays. */
function AddQualification() {
  const { language } = useSession();
  const { add } = useQualificationChanges();
  const input = useRef<HTMLInputElement>(null);
  const form = useRulesForm({
    initial: { qualification: '' },
    check: (values) => checkNewQualification(values, language).filter(({ code }) => code !== 'required'),
    submit: async ({ qualification }) => {
      input.current?.focus();
      if (checkNewQualification({ qualification }, language).length > 0) return;
      await add(qualification);
      form.reset({ qualification: '' });
    },
  });
  return (
    <form {...form.form} className={styles.add} aria-label={m.company_qualificationNew()}>
      <div className="grow">
        <TextInput
          ref={input}
          aria-label={m.company_qualificationNew()}
          placeholder={m.company_qualificationExample()}
          {...form.field('qualification')}
        />
        <div className={styles.count}>
          <CharacterCounter text={form.values.qualification} max={limits().qualification} />
        </div>
      </div>
      <Button type="submit" variant="default" loading={form.busy}>
        {m.common_add()}
      </Button>
    </form>
  );
}

/** The company's qualifications. Admins can add and delete them. */
export function QualificationsCard() {
  const { may } = useSession();
  const { data: qualifications, error } = useQualifications();
  return (
    <section className={`card ${styles.qualifications}`} aria-labelledby="qualifications">
      <h2 id="qualifications" className={head.title}>
        {m.company_qualifications()} <span className="dim num">{qualifications?.length}</span>
      </h2>
      {qualifications === undefined && error === null && <SkeletonCards count={1} height={40} />}
      {qualifications === undefined && error !== null && <p className={head.none}>{error.message}</p>}
      {qualifications?.length === 0 && <p className={head.none}>{m.company_noQualifications()}</p>}
      {qualifications !== undefined && qualifications.length > 0 && (
        <ul className={styles.tags}>
          {qualifications.map((one) => (
            <Tag key={one.id} one={one} />
          ))}
        </ul>
      )}
      {may('company.qualifications') && <AddQualification />}
    </section>
  );
}
