import { User, Users } from 'lucide-react'
import { useState } from 'react'
import styles from './avatar.module.css'
import { avatarToneOf, initialsOf } from './initials'

interface AvatarProps {
  readonly name: string
  /** The seed of the colour: an id, so that a changed name does not change the colour. */
  readonly seed: string | number
  readonly picture?: string | null
  readonly isGroup?: boolean
  readonly size?: number
}

/** The avatar is hidden from screen readers, because the name is always beside it. */
export function Avatar({ name, seed, picture = null, isGroup = false, size = 40 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const initials = initialsOf(name)
  const tone = avatarToneOf(seed)
  const Icon = isGroup ? Users : User
  return (
    <span
      className={styles.avatar}
      aria-hidden
      style={{
        width: size,
        height: size,
        fontSize: Math.max(12, Math.round(size * 0.35)),
        background: `var(--av-${tone})`,
        color: `var(--av-${tone}-t)`,
      }}
    >
      {picture !== null && picture !== '' && picture !== broken ? (
        <img
          src={picture}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setBroken(picture)}
        />
      ) : isGroup || initials === '' ? (
        <Icon size={Math.round(size / 2)} strokeWidth={1.75} />
      ) : (
        // CSS renders the initials, so that they do not become part of the label of a button.
        <span className={styles.initials} data-initials={initials} />
      )}
    </span>
  )
}
