import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router'
import { fullDate, longDateAndTime } from '../lib/dates'
import styles from './dated-link.module.css'

export function DatedLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.links} aria-label={label}>
      {children}
    </ul>
  )
}

interface DatedLinkProps {
  readonly to: To
  readonly name: string
  readonly at: string
  readonly facts: ReactNode
  readonly children?: ReactNode
}

export function DatedLink({ to, name, at, facts, children }: DatedLinkProps) {
  const { i18n } = useTranslation()
  return (
    <li>
      <Link to={to} className={styles.link}>
        <span className={styles.head}>
          <b>{name}</b>
          <time dateTime={at} title={longDateAndTime(at, i18n.language)}>
            {fullDate(at)}
          </time>
        </span>
        <span className={styles.facts}>{facts}</span>
        {children}
      </Link>
    </li>
  )
}
