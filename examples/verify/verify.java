import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifies an event. Arguments: secret, webhook-id, webhook-timestamp, webhook-signature, and the
 * current time in seconds since 1970 (optional). The raw body is read from standard input.
 */
public class Verify {
  // region: verify
  /** Returns whether the signature and timestamp of an event are valid. `body` is the raw body. */
  static boolean isVerified(String secret, Map<String, String> headers, byte[] body, long now)
      throws GeneralSecurityException {
    String id = headers.get("webhook-id");
    String timestamp = headers.get("webhook-timestamp");
    if (Math.abs(now - Long.parseLong(timestamp)) > 300) return false;
    byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    // During a rotation, the header contains one signature for each secret.
    for (String signature : headers.get("webhook-signature").split(" ")) {
      if (MessageDigest.isEqual(expected.getBytes(), signature.getBytes())) return true;
    }
    return false;
  }
  // endregion

  public static void main(String[] args) throws Exception {
    Map<String, String> headers =
        Map.of(
            "webhook-id", args[1], "webhook-timestamp", args[2], "webhook-signature", args[3]);
    long now = args.length > 4 ? Long.parseLong(args[4]) : System.currentTimeMillis() / 1000;
    System.exit(isVerified(args[0], headers, System.in.readAllBytes(), now) ? 0 : 1);
  }
}
