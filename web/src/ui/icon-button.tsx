import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'> {
  readonly label: string
  readonly icon?: LucideIcon
  /** The width and height of the icon in px. */
  readonly iconSize?: number
  readonly ref?: Ref<HTMLButtonElement>
  readonly on?: boolean
}

export function IconButton(props: IconButtonProps) {
  const { label, icon: Icon, iconSize = 20, on = false, className = '', children, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tip={label}
      className={`${styles.button} ${on ? styles.on : ''} ${className}`}
    >
      {Icon !== undefined && <Icon size={iconSize} strokeWidth={1.75} aria-hidden />}
      {children}
    </button>
  )
}

export function IconLink({ label, ...rest }: Omit<LinkProps, 'aria-label' | 'title'> & { label: string }) {
  return <Link {...rest} aria-label={label} data-tip={label} className={styles.button} />
}
