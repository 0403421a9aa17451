import { type ComponentType, lazy } from 'react'

/**
 * Loads a component, and the theme of MUI around it. The theme is 28 kB, and the start chunk renders nothing of MUI: each of
 * its components belongs to a part or page that loads later.
 */
export async function withLook<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const [Part, { Look }] = await Promise.all([load(), import('./look')])
  return function WithLook(props) {
    return (
      <Look>
        <Part {...props} />
      </Look>
    )
  }
}

/** A page whose code loads when it is first shown; it suspends meanwhile. */
export function lazyPage<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => ({ default: await withLook(async () => (await load()).default) }))
}
