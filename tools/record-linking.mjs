// As `npm start`, and records the stanzas between a number and WhatsApp while it is linked.
process.env.RECORD_LINKING = '1'
await import('./start.mjs')
