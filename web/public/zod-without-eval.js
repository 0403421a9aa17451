// zod compiles its schemas with `new Function`, which the content policy refuses and reports. It reads this name when it
// is loaded; setting it from a module is too late, because the bundler may put the schemas into a chunk that runs first.
globalThis.__zod_globalConfig = { jitless: true }
