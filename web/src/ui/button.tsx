import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './button.module.css'

interface ButtonLook {
  /** The main button of a view is primary; a quiet button has no frame. */
  readonly kind?: 'primary' | 'secondary' | 'quiet'
  readonly size?: 'medium' | 'small'
  readonly destroys?: boolean
  readonly icon?: LucideIcon | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonLook> {
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({ kind, size, destroys, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={classOf({ kind, size, destroys, className })}>
      <Content icon={icon}>{children}</Content>
    </button>
  )
}

export function ButtonLink(props: ButtonLook & Omit<LinkProps, keyof ButtonLook>) {
  const { kind, size, destroys, icon, className, children, ...rest } = props
  return (
    <Link {...rest} className={classOf({ kind, size, destroys, className })}>
      <Content icon={icon}>{children}</Content>
    </Link>
  )
}

type Undefinable<Props> = { readonly [Key in keyof Props]: Props[Key] | undefined }

function classOf(look: Undefinable<Required<Omit<ButtonLook, 'icon' | 'children'>>>): string {
  const { kind = 'secondary', size = 'medium', destroys = false, className = '' } = look
  return `${styles.button} ${styles[kind]} ${styles[size] ?? ''} ${destroys ? styles.destroys : ''} ${className}`
}

function Content({ icon: Icon, children }: Pick<ButtonLook, 'icon' | 'children'>) {
  return (
    <>
      {Icon !== undefined && <Icon size={16} strokeWidth={2} aria-hidden />}
      {children}
    </>
  )
}
