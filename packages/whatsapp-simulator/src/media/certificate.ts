/**
 * A self-signed certificate for localhost and 127.0.0.1 with its key, valid for a hundred years. Node cannot create
 * one, so it is public here: it protects nothing and only satisfies clients that require https. Made with `openssl req
 * -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost -addext
 * subjectAltName=DNS:localhost,IP:127.0.0.1`. Trust it only for the media host of a simulator.
 */
export const mediaCertificate = `-----BEGIN CERTIFICATE-----
MIIB0TCCAXegAwIBAgIUXxcM6aQkuUSxy9w9Rs9elG73EsQwCgYIKoZIzj0EAwIw
LzESMBAGA1UEAwwJbG9jYWxob3N0MRkwFwYDVQQKDBBCYWxjYW8gc2ltdWxhdG9y
MCAXDTI2MTEyMDE1MzY0M1oYDzIxMjYxMDI3MTUzNjQzWjAvMRIwEAYDVQQDDAls
b2NhbGhvc3QxGTAXBgNVBAoMEEJhbGNhbyBzaW11bGF0b3IwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAASTCxkEqCa8nnDvTm8lTZPl4OcZUJNWvd5Y691cQNUDtmIV
TxNuuVNYa8BC/CZEFh3b+V2TqopTEBgYyret5M8Oo28wbTAdBgNVHQ4EFgQUPRMr
ukbBH4WOfUUk75zIqg0ZNXQwHwYDVR0jBBgwFoAUPRMrukbBH4WOfUUk75zIqg0Z
NXQwGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDSAAwRQIgM/cJVc6SOvvTt0Iy+Wst9IdI9/Mzt1BmYaKR2O5t
35kCIQCyDZ00h8j6YKG+XM5LXuaYvViP3m87hT2IvSUH900zAQ==
-----END CERTIFICATE-----
`

export const mediaPrivateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSiGJAAjDLoHvLbj1
fRhCb48Vez6pEB+DCaR1SqMWtI2hRANCAASTCxkEqCa8nnDvTm8lTZPl4OcZUJNW
vd5Y691cQNUDtmIVTxNuuVNYa8BC/CZEFh3b+V2TqopTEBgYyret5M8O
-----END PRIVATE KEY-----
`
