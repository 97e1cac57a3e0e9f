import type { ReactNode } from 'react';
import './hero.css';

type HeroProps = {
  /** An `AppIcon` of size 112. */
  icon: ReactNode;
  title: string;
  line?: ReactNode;
  /** Something important now, such as a deadline. */
  note?: ReactNode;
};

/** The head of an application's page: icon, name, who made it. */
export function Hero({ icon, title, line, note }: HeroProps) {
  return (
    <div className="hero">
      {icon}
      <div className="hero-words">
        <h1>{title}</h1>
        {line && <p className="quiet">{line}</p>}
        {note && <p className="hero-note">{note}</p>}
      </div>
    </div>
  );
}
