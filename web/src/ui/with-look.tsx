import { type ComponentType, lazy } from 'react'

/**
 * Loads a component together with MUI's theme, and renders it inside the theme. The theme is 28 kB. The start
 * chunk leaves it out, because every MUI component belongs to a page or part that loads later.
 */
export async function loadWithMuiTheme<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const [Part, { MuiThemeProvider }] = await Promise.all([load(), import('./look')])
  return function WithLook(props) {
    return (
      <MuiThemeProvider>
        <Part {...props} />
      </MuiThemeProvider>
    )
  }
}

/** A page whose code loads when it is first rendered; the page suspends meanwhile. */
export function lazyPage<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => ({ default: await loadWithMuiTheme(async () => (await load()).default) }))
}
