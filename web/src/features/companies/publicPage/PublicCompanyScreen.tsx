import type { Company } from '@bindings';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { m } from '@/i18n';
import { useCompanyPage } from '@/queries/companies/companies';
import { companyTypeName } from '@/ui/companies/companyType';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle, useDocumentTitle } from '@/ui/layout/PageTitle';
import { popup } from '@/ui/overlays/popups';
import { usePhone } from '@/ui/theme/usePhone';

import { CompanyHead } from './CompanyHead';
import { CompanyTabPanel, CompanyTabs, useCompanyTab } from './CompanyTabs';
import styles from './PublicCompany.module.css';

/** Shows why the page redirects. */
function NotFound({ reason }: { reason: string }) {
  useEffect(() => {
    void popup.oops(reason);
  }, [reason]);
  return <Navigate to="/app/company" replace />;
}

function About({ company }: { company: Company }) {
  const facts = [
    { name: m.company_type(), fact: companyTypeName(company.companyType) },
    { name: m.company_location(), fact: company.location },
    { name: m.publicCompany_connections(), fact: company.numConnections },
    { name: m.company_employees(), fact: company.employees.length },
  ];
  return (
    <aside className={`card ${styles.about}`} aria-labelledby="about">
      <h2 id="about">{m.publicCompany_about()}</h2>
      <dl>
        {facts.map(({ name, fact }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{fact}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

function Page({ company }: { company: Company }) {
  const tabs = useCompanyTab(company);
  return (
    <>
      <div className={styles.band}>
        <CompanyHead company={company} />
        <CompanyTabs {...tabs} />
      </div>
      <div className={`page ${styles.body}`}>
        <CompanyTabPanel company={company} tab={tabs.tab} />
        <About company={company} />
      </div>
    </>
  );
}

/** The frame of the page; on a phone with the company's name in the header. */
function Framed({ name, children }: { name: string; children: ReactNode }) {
  const phone = usePhone();
  const navigate = useNavigate();
  useDocumentTitle(name);
  return (
    <>
      {phone && (
        <div className={styles.phoneHead}>
          <PageTitle title={name} back={<BackArrow label={m.common_back()} to={() => void navigate(-1)} />} />
        </div>
      )}
      {children}
    </>
  );
}

function PublicCompany({ id }: { id: string }) {
  const { data: company, error } = useCompanyPage(id);
  if (company !== undefined)
    return (
      <Framed name={company.name}>
        <Page company={company} />
      </Framed>
    );
  if (error !== null) return <NotFound reason={error.message} />;
  return (
    <Framed name={m.publicCompany_loading()}>
      <div className={styles.band}>
        <CompanyHead company={undefined} />
      </div>
      <div className="page">
        <SkeletonCards count={3} height={56} />
      </div>
    </Framed>
  );
}

/** `/app/view/company/{id}`: a company as others see it. */
export function PublicCompanyScreen() {
  const { id = '' } = useParams();
  return <PublicCompany key={id} id={id} />;
}
