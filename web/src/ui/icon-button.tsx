import Tooltip from '@mui/material/Tooltip'
import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'> {
  /** Name for screen readers, and the tooltip. */
  readonly label: string
  readonly ref?: Ref<HTMLButtonElement>
  /** Marks the chosen or pressed one. */
  readonly on?: boolean
}

/** A button that is only an icon; 36 px, 44 on touch. */
export function IconButton({ label, on = false, className = '', disabled, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      aria-label={label}
      className={`${styles.button} ${on ? styles.on : ''} ${className}`}
    />
  )
  // A disabled button sends no events, and MUI complains about tooltips on one.
  return disabled === true ? button : <Tooltip title={label}>{button}</Tooltip>
}
