#!/bin/sh
# The standby of compose.yaml: copies the primary at its first start, then follows it.
set -e
umask 077
export PGDATA=/var/lib/postgresql/18/docker
export PGPASSFILE=/var/lib/postgresql/password
echo "primary:5432:*:replicator:$(cat /run/secrets/replication-password)" > "$PGPASSFILE"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    rm -rf "$PGDATA"
    pg_basebackup -d 'host=primary user=replicator application_name=standby' -D "$PGDATA" -R -X stream
fi
exec postgres
