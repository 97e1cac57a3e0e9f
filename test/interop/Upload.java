import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Posts so many bytes so many times with one of Java's clients, and prints the status of each answer. */
public class Upload {
  public static void main(String[] words) throws Exception {
    String client = words[0];
    URI address = URI.create(words[1]);
    byte[] body = new byte[Integer.parseInt(words[2])];
    for (int time = 0; time < Integer.parseInt(words[3]); time += 1) {
      int status = client.equals("HttpClient") ? byHttpClient(address, body) : byConnection(address, body);
      System.out.println(status);
    }
  }

  private static final String TYPE = "multipart/form-data; boundary=x";

  private static int byConnection(URI address, byte[] body) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(body.length);
    connection.setRequestProperty("Content-Type", TYPE);
    connection.setRequestProperty("X-TOKEN", "ended");
    try (OutputStream out = connection.getOutputStream()) {
      out.write(body);
    }
    return connection.getResponseCode();
  }

  private static int byHttpClient(URI address, byte[] body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", TYPE)
            .header("X-TOKEN", "ended")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }
}
