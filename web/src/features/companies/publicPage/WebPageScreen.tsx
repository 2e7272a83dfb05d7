import type { PublicCompany } from '@bindings';
import { IconCheck, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { ApiFailure, call } from '@/api/client';
import { m } from '@/i18n';
import { CompanyLogo } from '@/ui/brand/CompanyLogo';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { LanguageSwitch } from '@/ui/inputs/LanguageSwitch';
import { BrandBar } from '@/ui/layout/BrandBar';
import { useDocumentTitle, useHeadingFocus } from '@/ui/layout/PageTitle';

import { CompanyFacts } from './CompanyFacts';
import styles from './PublicCompany.module.css';
import page from './WebPage.module.css';

/** The public data of a company. */
const useWebPage = (slug: string) =>
  useQuery({
    queryKey: ['webPage', slug],
    queryFn: async () =>
      (await call<{ company: PublicCompany }>('GET', `/api/public/company/${encodeURIComponent(slug)}`))
        .company,
  });

interface PartProps {
  id: string;
  title: string;
  children: ReactNode;
}

const Part = ({ id, title, children }: PartProps) => (
  <section className={`card ${page.part}`} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

function Company({ company }: { company: PublicCompany }) {
  const heading = useHeadingFocus();
  const { name, logoUrl, companyType, location, description, qualifications, files } = company;
  useDocumentTitle(name);
  return (
    <>
      <div className={page.head}>
        <CompanyLogo name={name} url={logoUrl} size={92} />
        <div>
          <h1 ref={heading} tabIndex={-1} className={styles.name}>
            {name}
          </h1>
          <CompanyFacts companyType={companyType} location={location} />
        </div>
      </div>
      {description !== '' && <p className={page.description}>{description}</p>}
      {qualifications.length > 0 && (
        <Part id="qualifications" title={m.company_qualifications()}>
          <ul className="plainList">
            {qualifications.map((qualification) => (
              <li key={qualification} className={styles.item}>
                <IconCheck size={18} stroke={2.4} aria-hidden className={styles.check} />
                {qualification}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {files.length > 0 && (
        <Part id="files" title={m.company_files()}>
          <ul className="plainList">
            {files.map(({ fileName, fileUrl }) => (
              <li key={fileUrl} className={styles.item}>
                <IconFileText size={18} aria-hidden />
                <a className={`rowTarget ${styles.file}`} href={fileUrl}>
                  {fileName}
                </a>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

/** Shown if the page is hidden, does not exist, or could not be loaded. */
function PageFailure({ failure, retry }: { failure: Error; retry: () => void }) {
  const hidden = failure instanceof ApiFailure && failure.status === 404;
  if (hidden)
    return (
      <EmptyState art="search" title={m.publicCompany_webPageGone()}>
        {m.publicCompany_webPageGoneHint()}
      </EmptyState>
    );
  return <LoadFailure art="search" why={failure.message} onRetry={retry} />;
}

/** `/c/{slug}`: the public page of a company, without a sign-in. */
export function WebPageScreen() {
  const { slug = '' } = useParams();
  const { data: company, error, refetch } = useWebPage(slug);
  return (
    <div className={page.page}>
      <header>
        <BrandBar to="/">
          <LanguageSwitch className={page.language} />
        </BrandBar>
      </header>
      <main className={page.main}>
        {company !== undefined && <Company company={company} />}
        {company === undefined && error === null && <SkeletonCards count={3} height={120} />}
        {company === undefined && error !== null && (
          <PageFailure failure={error} retry={() => void refetch()} />
        )}
      </main>
    </div>
  );
}
