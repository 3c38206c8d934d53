// Verifies an event. Arguments: secret, webhook-id, webhook-timestamp, webhook-signature, and the
// current time in seconds since 1970 (optional). The raw body is read from standard input.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// region: verify
// isVerified reports whether the signature and timestamp of an event are valid.
// body is the raw body.
func isVerified(secret string, header http.Header, body []byte, now time.Time) bool {
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// During a rotation, the header contains one signature for each secret.
	for _, signature := range strings.Split(header.Get("Webhook-Signature"), " ") {
		if hmac.Equal(expected, []byte(signature)) {
			return true
		}
	}
	return false
}

// endregion

func main() {
	header := http.Header{}
	for index, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
		header.Set(name, os.Args[index+2])
	}
	now := time.Now()
	if len(os.Args) > 5 {
		seconds, err := strconv.ParseInt(os.Args[5], 10, 64)
		if err != nil {
			panic(err)
		}
		now = time.Unix(seconds, 0)
	}
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	if !isVerified(os.Args[1], header, body, now) {
		os.Exit(1)
	}
}
