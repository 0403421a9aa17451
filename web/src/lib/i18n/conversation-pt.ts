export default import.meta.glob<Record<string, unknown>>('./pt/{keyboard,messages,notes}.json', {
  eager: true,
  import: 'default',
})
