import { z } from 'zod'

// zod compiles its schemas with `new Function`, which the content policy refuses. Imported before any schema is used.
z.config({ jitless: true })
