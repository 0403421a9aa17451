import { type ComponentType, lazy } from 'react'

/** Renders a component inside MUI's theme. The theme has 28 kB, so the start chunk leaves it out. */
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

export function lazyPage<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => ({ default: await loadWithMuiTheme(async () => (await load()).default) }))
}
