import styles from './CompanyLogo.module.css';
import { initials } from './initials';

interface CompanyLogoProps {
  name: string;
  url: string | null;
  /** The width and height in px. */
  size: number;
}

/** A company's logo, or its initials. Hidden from screen readers, because the name is beside it. */
export function CompanyLogo({ name, url, size }: CompanyLogoProps) {
  const box = { width: size, height: size };
  if (url !== null) return <img className={styles.logo} src={url} alt="" {...box} style={box} />;
  return (
    <span className={styles.logo} style={{ ...box, fontSize: Math.round(size * 0.36) }} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
