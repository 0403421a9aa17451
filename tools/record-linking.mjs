// As `npm start`, and records what passes between a number and WhatsApp while it is linked.
process.env.RECORD_LINKING = '1'
await import('./start.mjs')
